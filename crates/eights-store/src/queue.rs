//! The queue of a writer thread, with adaptive batching.
//!
//! A batch costs the disk and the processor about the same whatever its size. So the writer waits
//! briefly for a batch to reach the size of the previous one. A single table never waits; many
//! tables are written together.

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::{Done, Op};

/// A unit to write, and the promise to resolve.
pub(crate) struct Job {
    pub(crate) ops: Vec<Op>,
    pub(crate) done: Done,
}

/// How long to wait for a batch to reach the size of the previous one: about what a disk write
/// takes.
pub(crate) const MAX_BATCH_WAIT: Duration = Duration::from_micros(300);

pub(crate) struct Queue<J = Job> {
    waiting: Mutex<Waiting<J>>,
    ready: Condvar,
    max_wait: Duration,
}

struct Waiting<J> {
    jobs: Vec<J>,
    /// The writer is woken when this many jobs wait; none while it is busy.
    wanted: Option<usize>,
    closed: bool,
}

impl<J> Waiting<J> {
    fn is_due(&self, wanted: usize) -> bool {
        self.closed || self.jobs.len() >= wanted
    }
}

impl<J> Queue<J> {
    pub(crate) fn new(max_wait: Duration) -> Queue<J> {
        let waiting = Waiting { jobs: Vec::new(), wanted: None, closed: false };
        Queue { waiting: Mutex::new(waiting), ready: Condvar::new(), max_wait }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<J>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job. Once the queue is closed, jobs are dropped and their futures resolve with an
    /// error.
    pub(crate) fn put(&self, job: J) {
        let mut waiting = self.lock();
        if waiting.closed {
            return;
        }
        waiting.jobs.push(job);
        if waiting.wanted.is_some_and(|wanted| waiting.is_due(wanted)) {
            waiting.wanted = None;
            drop(waiting);
            self.ready.notify_one();
        }
    }

    /// Accepts no more jobs; queued ones are still written.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.ready.notify_one();
    }

    /// Closes the queue and drops its jobs, because the writer is gone.
    pub(crate) fn abandon(&self) {
        self.close();
        self.lock().jobs.clear();
    }

    /// Waits for jobs, briefly also for as many as last time, and moves them into an empty list.
    /// The list stays empty once the queue is closed and drained.
    pub(crate) fn take(&self, last: usize, jobs: &mut Vec<J>) {
        let mut waiting = self.lock();
        if last > 1 && !waiting.is_due(last) {
            waiting.wanted = Some(last);
            let is_early = |waiting: &mut Waiting<J>| !waiting.is_due(last);
            let waited = self.ready.wait_timeout_while(waiting, self.max_wait, is_early);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if !waiting.is_due(1) {
            waiting.wanted = Some(1);
            let waited = self.ready.wait_while(waiting, |waiting| !waiting.is_due(1));
            waiting = waited.unwrap_or_else(PoisonError::into_inner);
        }
        waiting.wanted = None;
        std::mem::swap(&mut waiting.jobs, jobs);
    }
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Instant};

    use super::*;

    const FOR_EVER: Duration = Duration::from_secs(1 << 30);

    fn put(queue: &Queue) {
        queue.put(Job { ops: Vec::new(), done: crate::pending().0 });
    }

    fn take(queue: &Queue, last: usize) -> usize {
        let mut jobs = Vec::new();
        queue.take(last, &mut jobs);
        jobs.len()
    }

    #[test]
    fn waiting_jobs_are_taken_at_once() {
        let queue = Queue::new(FOR_EVER);
        put(&queue);
        assert_eq!(take(&queue, 0), 1, "the first one");
        put(&queue);
        assert_eq!(take(&queue, 1), 1, "a table that plays alone");
        (0..5).for_each(|_| put(&queue));
        assert_eq!(take(&queue, 3), 5, "more than were waited for");
    }

    /// A batch waits until it has the size of the previous one.
    #[test]
    fn the_last_expected_job_wakes_the_writer() {
        let queue = Queue::new(FOR_EVER);
        put(&queue);
        thread::scope(|scope| {
            let taken = scope.spawn(|| take(&queue, 3));
            while queue.lock().wanted.is_none() {
                thread::yield_now();
            }
            put(&queue);
            assert_eq!(queue.lock().jobs.len(), 2, "two of three wait");
            put(&queue);
            assert_eq!(taken.join().unwrap(), 3);
        });
    }

    /// A smaller batch waits for the limit, not longer.
    #[test]
    fn the_wait_for_a_full_batch_is_bounded() {
        let queue = Queue::new(MAX_BATCH_WAIT);
        put(&queue);
        let begin = Instant::now();
        assert_eq!(take(&queue, 100), 1);
        assert!(begin.elapsed() >= MAX_BATCH_WAIT);
    }

    #[test]
    fn a_closed_queue_accepts_no_jobs() {
        let queue = Queue::new(FOR_EVER);
        put(&queue);
        queue.close();
        put(&queue);
        assert_eq!((take(&queue, 9), take(&queue, 9)), (1, 0), "what was there before is still written");
    }
}
