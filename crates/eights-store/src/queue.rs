//! What waits to be written, and when it is worth beginning.
//!
//! A group costs the disk and the processor the same however many units it
//! has. So whoever was written together a moment ago is waited for, but not
//! for long: where one table plays, nothing waits, and where many play, they
//! go to the disk together.

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::{Done, Op};

/// A unit of writing and who waits for it.
pub(crate) struct Job {
    pub(crate) ops: Vec<Op>,
    pub(crate) done: Done,
}

/// So long a group usually waits to become as large as the one before: about what a disk takes.
pub(crate) const PATIENCE: Duration = Duration::from_micros(300);

/// Units on their way to the writer.
pub(crate) struct Queue {
    waiting: Mutex<Waiting>,
    bell: Condvar,
    patience: Duration,
}

#[derive(Default)]
struct Waiting {
    jobs: Vec<Job>,
    /// The bell is rung when so many are there; never while nobody listens.
    wanted: Option<usize>,
    closed: bool,
}

impl Waiting {
    fn is_due(&self, wanted: usize) -> bool {
        self.closed || self.jobs.len() >= wanted
    }
}

impl Queue {
    pub(crate) fn new(patience: Duration) -> Queue {
        Queue { waiting: Mutex::default(), bell: Condvar::new(), patience }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a unit in. After the end it is dropped, and who waits for it hears that.
    pub(crate) fn put(&self, job: Job) {
        let mut waiting = self.lock();
        if waiting.closed {
            return;
        }
        waiting.jobs.push(job);
        if waiting.wanted.is_some_and(|wanted| waiting.is_due(wanted)) {
            waiting.wanted = None;
            drop(waiting);
            self.bell.notify_one();
        }
    }

    /// Takes nothing more in; what is there is still written.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.bell.notify_one();
    }

    /// Nobody writes any more: who waits hears that.
    pub(crate) fn abandon(&self) {
        self.close();
        self.lock().jobs.clear();
    }

    /// Waits for units, a moment for as many as the last time, and puts them into an
    /// empty list. None are left when the queue is closed.
    pub(crate) fn take(&self, last: usize, jobs: &mut Vec<Job>) {
        let mut waiting = self.lock();
        if last > 1 && !waiting.is_due(last) {
            waiting.wanted = Some(last);
            let still = |it: &mut Waiting| !it.is_due(last);
            let waited = self.bell.wait_timeout_while(waiting, self.patience, still);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if !waiting.is_due(1) {
            waiting.wanted = Some(1);
            let waited = self.bell.wait_while(waiting, |it| !it.is_due(1));
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
    fn what_is_there_is_taken_at_once() {
        let queue = Queue::new(FOR_EVER);
        put(&queue);
        assert_eq!(take(&queue, 0), 1, "the first one");
        put(&queue);
        assert_eq!(take(&queue, 1), 1, "a table that plays alone");
        (0..5).for_each(|_| put(&queue));
        assert_eq!(take(&queue, 3), 5, "more than were waited for");
    }

    /// Those who were written together a moment ago are written together again.
    #[test]
    fn the_last_one_rings_the_bell() {
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

    /// A group that is smaller than the one before waits, but not for ever.
    #[test]
    fn nobody_waits_for_long() {
        let queue = Queue::new(PATIENCE);
        put(&queue);
        let begin = Instant::now();
        assert_eq!(take(&queue, 100), 1);
        assert!(begin.elapsed() >= PATIENCE);
    }

    #[test]
    fn after_the_end_nothing_comes() {
        let queue = Queue::new(FOR_EVER);
        put(&queue);
        queue.close();
        put(&queue);
        assert_eq!((take(&queue, 9), take(&queue, 9)), (1, 0), "what was there before is still written");
    }
}
