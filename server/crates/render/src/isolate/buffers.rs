//! The memory of array buffers, which V8 keeps outside its heap and so outside the heap limit.
//!
//! Invariant: the buffers of one isolate together never exceed the budget; a script that asks for more gets a
//! `RangeError`.

#![expect(
    unsafe_code,
    reason = "V8 takes an allocator as a table of C functions"
)]

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use deno_core::v8;

/// What typed arrays of any element may rely on.
const ALIGNMENT: usize = 16;

struct Budget {
    left: AtomicUsize,
}

static VTABLE: v8::RustAllocatorVtable<Budget> = v8::RustAllocatorVtable {
    allocate,
    allocate_uninitialized,
    free,
    drop: release,
};

/// An allocator for one isolate that hands out at most `limit_bytes` at a time.
pub(super) fn allocator(limit_bytes: usize) -> v8::UniqueRef<v8::Allocator> {
    let budget = Box::into_raw(Box::new(Budget {
        left: AtomicUsize::new(limit_bytes),
    }));
    // SAFETY: `budget` is valid until `release`, which V8 calls once, after the last use of the allocator; the functions
    // of the table may be called on any thread, for all they share is atomic.
    unsafe { v8::new_rust_allocator(budget, &VTABLE) }
}

impl Budget {
    /// Takes `len` bytes and lets `get` allocate them; null if there is no such budget or memory.
    fn allocate(&self, len: usize, get: impl FnOnce(Layout) -> *mut u8) -> *mut c_void {
        let Some(layout) = layout(len) else {
            return ptr::null_mut();
        };
        let taken = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(layout.size())
            });
        if taken.is_err() {
            return ptr::null_mut();
        }
        let data = get(layout);
        if data.is_null() {
            self.left.fetch_add(layout.size(), Ordering::Relaxed);
        }
        data.cast()
    }
}

/// The layout of a buffer of `len` bytes; never empty, as the global allocator demands.
fn layout(len: usize) -> Option<Layout> {
    Layout::from_size_align(len.max(1), ALIGNMENT).ok()
}

unsafe extern "C" fn allocate(budget: &Budget, len: usize) -> *mut c_void {
    // SAFETY: the layout is not empty.
    budget.allocate(len, |layout| unsafe { alloc_zeroed(layout) })
}

unsafe extern "C" fn allocate_uninitialized(budget: &Budget, len: usize) -> *mut c_void {
    // SAFETY: the layout is not empty.
    budget.allocate(len, |layout| unsafe { alloc(layout) })
}

unsafe extern "C" fn free(budget: &Budget, data: *mut c_void, len: usize) {
    let Some(layout) = layout(len) else { return };
    if data.is_null() {
        return;
    }
    // SAFETY: V8 frees what one of the functions above gave it, with the length it had asked for: the same layout.
    unsafe { dealloc(data.cast(), layout) };
    budget.left.fetch_add(layout.size(), Ordering::Relaxed);
}

unsafe extern "C" fn release(budget: *const Budget) {
    // SAFETY: the pointer comes from `Box::into_raw` in `allocator`, and V8 lets go of it once.
    drop(unsafe { Box::from_raw(budget.cast_mut()) });
}
