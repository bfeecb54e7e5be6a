//! `waybill-trial-server <directory> [<database url>]`: prints its origin once it answers, and ends with its standard input,
//! so that it never outlives the program that started it. `waybill-trial-server fill <contacts> <directory> [<database url>]` makes a
//! company with so many contacts there, as `waybill seed` does, prints the id of its person, and ends.

use std::error::Error;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use mimalloc::MiMalloc;
use tokio::net::TcpListener;

/// As in the program, whose costs are measured by this one.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let contacts = match arguments.next_if_eq("fill") {
        Some(_) => Some(arguments.next().ok_or("how many contacts?")?.parse()?),
        None => None,
    };
    let directory = PathBuf::from(arguments.next().ok_or("which directory?")?);
    let database = arguments.next().map(|url| url.parse()).transpose()?;
    let runtime = tokio::runtime::Runtime::new()?;
    if let Some(contacts) = contacts {
        let filled = waybill_trials::fill(&directory, database.as_ref(), contacts);
        let user = runtime.block_on(filled)?;
        writeln!(std::io::stdout(), "{user}")?;
        return Ok(());
    }
    let served = runtime.spawn(async move {
        let services = waybill_trials::open(&directory, database.as_ref()).await;
        let services = services.map_err(|error| error.to_string())?;
        let listener = TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.map_err(|error| error.to_string())?;
        let mut output = std::io::stdout();
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let told = writeln!(output, "http://{address}").and_then(|()| output.flush());
        told.map_err(|error| error.to_string())?;
        let answered = waybill_trials::http::answer(listener, services).await;
        answered.map_err(|error| error.to_string())
    });
    let ended = runtime.spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
    let outcome: Result<(), Box<dyn Error>> = runtime.block_on(async {
        tokio::select! {
            served = served => Ok(served??),
            _ = ended => Ok(()),
        }
    });
    runtime.shutdown_background();
    outcome
}
