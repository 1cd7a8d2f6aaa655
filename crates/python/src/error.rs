//! Failures, and the exceptions that Python gets for them.

use pyo3::prelude::*;
use pyo3::types::PyType;
use std::fmt;

/// The exception class of a failure, in `parlour._errors`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    InvalidArgument,
    IllegalMove,
    PolicyError,
    RecordError,
    StoreError,
    TournamentError,
}

/// What went wrong, as one line.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    kind: Kind,
    message: String,
}

impl Failure {
    pub(crate) fn new(kind: Kind, message: impl fmt::Display) -> Failure {
        Failure {
            kind,
            message: message.to_string(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Makes failures of a kind.
pub(crate) fn failure<E: fmt::Display>(kind: Kind) -> impl Fn(E) -> Failure {
    move |error| Failure::new(kind, error)
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::new(Kind::InvalidArgument, message)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Failure {
        Failure::new(Kind::InvalidArgument, message)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Python::attach(|py| {
            let class = (py.import("parlour._errors"))
                .and_then(|errors| errors.getattr(format!("{:?}", failure.kind).as_str()))
                .and_then(|class| Ok(class.cast_into::<PyType>()?));
            match class {
                Ok(class) => PyErr::from_type(class, failure.message),
                Err(error) => error,
            }
        })
    }
}

/// An error for the caller: an argument is wrong.
pub(crate) fn wrong(message: impl fmt::Display) -> PyErr {
    Failure::new(Kind::InvalidArgument, message).into()
}
