//! How to serve.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How to serve.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) directories: Vec<PathBuf>,
    pub(crate) bind: IpAddr,
    pub(crate) port: u16,
    pub(crate) hosts: Vec<String>,
    pub(crate) cors: bool,
    pub(crate) open: bool,
    pub(crate) searches: u16,
    pub(crate) time_limit: Duration,
}
