//! `serve`

use crate::explorer::Explorer;
use crate::options::Options;
use crate::{server, stdio};
use certamen_cli::{App, ProgramVerb};
use certamen_work::{Failure, Outcome, Session};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Show solved games, records, questions, certificates and campaigns in a browser, and give the same as JSON.
///
/// Prints the address of the first page, and serves it until Ctrl-C. Only this machine can open it, unless `--bind` names
/// another address. Directories are read and never written.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM serve\n  \
    PROGRAM serve --dir tables --dir cert --open   a directory, or one with several of them in it\n  \
    PROGRAM serve --dir camp                       how far a campaign is\n  \
    PROGRAM serve my.game                          a game of one's own beside those of the program\n  \
    PROGRAM serve --port 0 --json                  a free port, and its address as JSON")]
struct Serve {
    /// Game files that are served as well.
    #[arg(value_name = "FILE.game")]
    game: Vec<String>,
    /// A directory of tables or certificates, a campaign, or a directory that has some in it. Can be given several times.
    #[arg(long, value_name = "DIR")]
    dir: Vec<PathBuf>,
    /// The port; 0 takes a free one.
    #[arg(long, value_name = "P", default_value_t = 8123)]
    port: u16,
    /// The address to listen on. With another one than 127.0.0.1, everybody who reaches it can look up positions and
    /// start searches.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Another name of this machine by which browsers may ask. Can be given several times.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Let pages of any other site read the API.
    #[arg(long)]
    cors: bool,
    /// Open the browser.
    #[arg(long)]
    open: bool,
    /// Give the API to the program that starts this one: each line of standard input is a request, such as {"id": 1, "path":
    /// "/api/v1/GAME/board"}, and is answered on standard output. It ends with its input.
    #[arg(long, conflicts_with_all = ["port", "bind", "host", "cors", "open"])]
    stdio: bool,
    /// The number of searches at the same time.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    searches: u16,
    /// End each search after this many seconds.
    #[arg(long, value_name = "S", default_value = "60", value_parser = certamen_work::amount::seconds)]
    time_limit: Duration,
}

/// The verb `serve`, for [`App::verb`].
pub fn verb() -> Box<dyn ProgramVerb> {
    Box::new(Verb)
}

struct Verb;

impl ProgramVerb for Verb {
    fn name(&self) -> &'static str {
        "serve"
    }

    fn command(&self) -> Command {
        Serve::augment_args(Command::new("serve"))
    }

    fn run(&self, app: &App, matches: &ArgMatches, session: &Session) -> Result<Outcome, Failure> {
        let Serve { game, dir, port, bind, host, cors, open, stdio, searches, time_limit } =
            Serve::from_arg_matches(matches)?;
        // The names of files have given way to those of their games.
        if let Some(name) = game.iter().find(|name| !app.games().iter().any(|known| known.name() == **name)) {
            return Err(format!("{name}: neither a game file nor a game of the program").into());
        }
        let options = Options { directories: dir, bind, port, hosts: host, cors, open, searches, time_limit };
        let explorer = Explorer::new(app, &options, session)?;
        if stdio { stdio::run(explorer, session) } else { server::run(explorer, &options, session) }
    }
}
