//! Validation of messages against `docs/protocol.schema.json`.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// The schema, ready for use.
pub(crate) struct Schema {
    schemas: Schemas,
    message: SchemaIndex,
}

impl Schema {
    pub(crate) fn read() -> Schema {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../docs/protocol.schema.json"
        );
        let text = std::fs::read_to_string(path).unwrap();
        let mut compiler = Compiler::new();
        let name = "protocol.schema.json";
        (compiler.add_resource(name, serde_json::from_str(&text).unwrap())).unwrap();
        let mut schemas = Schemas::new();
        let message = compiler.compile(name, &mut schemas).unwrap();
        Schema { schemas, message }
    }

    /// Why a message is invalid, if it is.
    pub(crate) fn error(&self, message: &Value) -> Option<String> {
        let held = self.schemas.validate(message, self.message);
        held.err().map(|error| error.to_string())
    }

    /// # Panics
    /// If the message is invalid.
    pub(crate) fn check(&self, message: &Value) {
        if let Some(error) = self.error(message) {
            panic!("{message}: {error}");
        }
    }
}
