/* The clock of one process, moved: preloaded, it adds the seconds that a shared file holds to the time of day.
   What measures durations (CLOCK_MONOTONIC) and what sleeps stays as it is, as on a machine whose clock is set.
   benchmarks/fault_site.py compiles it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile long nothing = 0;
static const volatile long *seconds = &nothing;
static int (*real_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("CLOCK_MOVED_BY");
  real_clock = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *held = mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
  if (held != MAP_FAILED) seconds = held;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  if (!real_clock) begin();
  int failed = real_clock(clock, at);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += *seconds;
  return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
