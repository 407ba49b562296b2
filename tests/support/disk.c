/* A shared file system as it can be, and a clock that is wrong: preloaded, in front of the C library.
 *
 * DISK_LOCKS=N      flock fails with the error N; 0: it always succeeds, as where locks do not reach other machines
 * DISK_LATE=MS      outputs (names of digits) are seen this long after their rename, in lists and when they are opened
 * DISK_LISTED=1     ... but in lists at once
 * DISK_FULL=TEXT    a write of bytes with this text in them finds the disk full
 * CLOCK_AHEAD=S     the clock of the machine is ahead by this
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_output(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = strlen(name);
    return length >= 6 && strspn(name, "0123456789") == length;
}

static int is_late(int directory, const char *path) {
    const char *late = getenv("DISK_LATE");
    struct stat found;
    struct timespec now;
    if (!late || !is_output(path) || fstatat(directory, path, &found, 0))
        return 0;
    REAL(clock_gettime)(CLOCK_REALTIME, &now);
    /* The time of a rename, in most file systems. */
    long long age = (now.tv_sec - found.st_ctim.tv_sec) * 1000LL + (now.tv_nsec - found.st_ctim.tv_nsec) / 1000000;
    return age < atoll(late);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    if (is_late(AT_FDCWD, path)) {
        errno = ENOENT;
        return -1;
    }
    return REAL(open64)(path, flags, mode);
}

struct dirent64 *readdir64(DIR *directory) {
    struct dirent64 *entry;
    do
        entry = REAL(readdir64)(directory);
    while (entry && !getenv("DISK_LISTED") && is_late(dirfd(directory), entry->d_name));
    return entry;
}

int flock(int file, int operation) {
    const char *error = getenv("DISK_LOCKS");
    if (!error)
        return REAL(flock)(file, operation);
    errno = atoi(error);
    return errno ? -1 : 0;
}

ssize_t write(int file, const void *bytes, size_t length) {
    const char *text = getenv("DISK_FULL");
    if (text && memmem(bytes, length, text, strlen(text))) {
        errno = ENOSPC;
        return -1;
    }
    return REAL(write)(file, bytes, length);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    const char *ahead = getenv("CLOCK_AHEAD");
    int result = REAL(clock_gettime)(clock, now);
    if (ahead && clock == CLOCK_REALTIME)
        now->tv_sec += atoll(ahead);
    return result;
}
