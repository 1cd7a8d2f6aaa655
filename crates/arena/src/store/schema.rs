//! The database schema: the migrations in `migrations/`, which are part of the program.

use super::{Store, StoreError};
use sqlx::error::BoxDynError;
use sqlx::migrate::{MigrateError, Migration, MigrationSource, MigrationType, Migrator};
use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;

/// Version, what it brings, and the statements. A file that was published is never changed:
/// its checksum is kept in the database.
const MIGRATIONS: &[(i64, &str, &str)] = &[
    (
        1,
        "tournaments",
        include_str!("../../migrations/0001_tournaments.sql"),
    ),
    (
        2,
        "leases",
        include_str!("../../migrations/0002_leases.sql"),
    ),
    (
        3,
        "secrets",
        include_str!("../../migrations/0003_secrets.sql"),
    ),
    (4, "times", include_str!("../../migrations/0004_times.sql")),
    (
        6,
        "server tables",
        include_str!("../../migrations/0006_server_tables.sql"),
    ),
    (
        7,
        "totals",
        include_str!("../../migrations/0007_totals.sql"),
    ),
    (
        8,
        "ladder",
        include_str!("../../migrations/0008_ladder.sql"),
    ),
    (
        9,
        "model usage",
        include_str!("../../migrations/0009_model_usage.sql"),
    ),
    (
        10,
        "server endpoints",
        include_str!("../../migrations/0010_server_endpoints.sql"),
    ),
    (
        11,
        "ladder_totals",
        include_str!("../../migrations/0011_ladder_totals.sql"),
    ),
    (12, "daily", include_str!("../../migrations/0012_daily.sql")),
];

/// The latest version known here.
pub const LATEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;
/// The number of versions.
pub(super) const COUNT: i64 = MIGRATIONS.len() as i64;

#[derive(Debug)]
struct Embedded;

impl MigrationSource<'static> for Embedded {
    fn resolve(
        self,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send + 'static>> {
        Box::pin(std::future::ready(Ok(MIGRATIONS
            .iter()
            .map(|&(version, about, statements)| {
                Migration::new(
                    version,
                    Cow::Borrowed(about),
                    MigrationType::Simple,
                    Cow::Borrowed(statements),
                    false,
                )
            })
            .collect())))
    }
}

/// Migrates the database to the latest version.
pub(super) async fn migrate(store: &Store) -> Result<(), StoreError> {
    let altered = |reason: String| StoreError::Altered {
        place: store.place.clone(),
        reason,
    };
    let migrator = (Migrator::new(Embedded).await).map_err(|error| altered(error.to_string()))?;
    let mut ended = migrator.run(&store.pool).await;
    // Another process that opens the same database may have made the same step at the same time. Then only the next
    // steps are left.
    for _ in MIGRATIONS {
        if let Err(MigrateError::Execute(_) | MigrateError::ExecuteMigration(..)) = ended {
            ended = migrator.run(&store.pool).await;
        }
    }
    ended.map_err(|error| match error {
        MigrateError::VersionMissing(found) if found > LATEST => StoreError::Newer {
            place: store.place.clone(),
            found,
            known: LATEST,
        },
        MigrateError::VersionMissing(version) => {
            altered(format!("its version {version} is unknown"))
        }
        MigrateError::VersionMismatch(version) => altered(format!(
            "its version {version} was made by other statements"
        )),
        MigrateError::Dirty(version) => altered(format!("its version {version} is half made")),
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            StoreError::opening(&store.place, error)
        }
        other => altered(other.to_string()),
    })
}
