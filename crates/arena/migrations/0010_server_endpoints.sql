-- Where the servers of one database reach each other.

-- HOST:PORT; empty for a server that others cannot reach.
ALTER TABLE server_processes ADD COLUMN address TEXT NOT NULL DEFAULT '';
-- What others have to show there; new at every start.
ALTER TABLE server_processes ADD COLUMN secret TEXT NOT NULL DEFAULT '';
