"""The exceptions of the package. All are `Error`; those for a wrong argument are a `ValueError` as well."""

__all__ = [
    "Error",
    "IllegalMove",
    "InvalidArgument",
    "PolicyError",
    "RecordError",
    "StoreError",
    "TournamentError",
]


class Error(Exception):
    """Whatever the package raises on its own."""


class InvalidArgument(Error, ValueError):
    """An argument is wrong."""


class IllegalMove(Error, ValueError):
    """The rules do not allow the action now, or the action is unknown."""


class PolicyError(Error, ValueError):
    """The policy is unknown, or it cannot choose."""


class RecordError(Error, ValueError):
    """A record cannot be read, or does not replay."""


class StoreError(Error, ValueError):
    """A database or a file of results cannot be opened, read or written."""


class TournamentError(Error, ValueError):
    """A tournament exists already, has another definition, or is played by another process."""


for _error in list(globals().values()):
    if isinstance(_error, type) and issubclass(_error, Error):
        _error.__module__ = "parlour"
