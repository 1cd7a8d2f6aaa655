// Counts what is under way in a page: timers, and questions to the worker and to the server.
{
  const underWay = { timers: new Set(), intervals: new Map(), asked: 0, fetches: 0 };
  window.underWay = underWay;

  const { setTimeout, clearTimeout, setInterval, clearInterval, fetch, Worker } = window;
  window.setTimeout = (run, ...rest) => {
    const timer = setTimeout(() => {
      underWay.timers.delete(timer);
      run();
    }, ...rest);
    underWay.timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => {
    underWay.timers.delete(timer);
    clearTimeout(timer);
  };
  window.setInterval = (run, ...rest) => {
    const interval = setInterval(run, ...rest);
    underWay.intervals.set(interval, run);
    return interval;
  };
  window.clearInterval = (interval) => {
    underWay.intervals.delete(interval);
    clearInterval(interval);
  };
  window.fetch = async (...what) => {
    underWay.asked += 1;
    underWay.fetches += 1;
    try {
      return await fetch(...what);
    } finally {
      underWay.asked -= 1;
    }
  };
  window.Worker = class extends Worker {
    #asked = 0;

    postMessage(question) {
      this.#asked += 1;
      underWay.asked += 1;
      super.postMessage(question);
    }

    set onmessage(hear) {
      super.onmessage = hear && ((event) => {
        if (event.data !== "ready") {
          this.#asked -= 1;
          underWay.asked -= 1;
        }
        hear(event);
      });
    }

    terminate() {
      underWay.asked -= this.#asked;
      this.#asked = 0;
      super.terminate();
    }
  };
}
