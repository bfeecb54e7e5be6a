//! The program, which is in the library: what `main` awaits would otherwise be compiled here once more.
//!
//! The allocator is the program's choice and not the library's: this one gives back to the system what a crowd needed, where
//! glibc keeps it. Only what Rust allocates goes through it; V8, SQLite and the cryptography have their own or glibc's, as
//! their makers tested them.

use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// How often what is free goes back to the system.
const PAUSE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    // Without it, too, the program runs; it only keeps more.
    let _detached = thread::Builder::new()
        .name("memory".to_owned())
        .spawn(give_back);
    waybill::program::main()
}

/// By itself the allocator gives back only when somebody frees memory, and after a crowd nobody does.
fn give_back() {
    loop {
        waybill::memory::note_allocated(committed());
        thread::park_timeout(PAUSE);
        #[expect(unsafe_code, reason = "the allocator is written in C")]
        // SAFETY: any thread may call it at any time; it takes no address and frees nothing that is in use.
        unsafe {
            libmimalloc_sys::mi_collect(true);
        }
    }
}

/// Bytes that the allocator holds.
fn committed() -> u64 {
    let mut bytes = 0;
    let none = std::ptr::null_mut;
    #[expect(unsafe_code, reason = "the allocator is written in C")]
    // SAFETY: it writes one number where it is given a place for it, and nothing where it is given none.
    unsafe {
        libmimalloc_sys::mi_process_info(
            none(),
            none(),
            none(),
            none(),
            none(),
            &raw mut bytes,
            none(),
            none(),
        );
    }
    u64::try_from(bytes).unwrap_or_default()
}
