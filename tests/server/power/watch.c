/* Preloaded into the server: writes down, in the order in which it happens, what is done to files whose path begins with POWER_FILES.
   A record: one byte for the deed, one for the length of the name, six of padding, the length of the data, the offset; name; data. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

struct head {
    char deed, name_length, padding[6];
    int64_t length, offset;
};

static int wanted(const char *path) {
    const char *files = getenv("POWER_FILES");
    return files != NULL && strncmp(path, files, strlen(files)) == 0;
}

static int path_of(int file, char *path, size_t size) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return wanted(path);
}

static void note(char deed, const char *path, const void *data, int64_t length, int64_t offset) {
    static int trace = -1;
    if (trace < 0)
        trace = open(getenv("POWER_TRACE"), O_WRONLY | O_APPEND | O_CLOEXEC);
    const char *name = strrchr(path, '/') + 1;
    struct head head = {deed, (char)strlen(name), {0}, length, offset};
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)name, strlen(name)}, {(void *)data, (size_t)length}};
    if (writev(trace, parts, 3) < 0)
        abort();
}

#define REAL(type, name, ...) ((type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

static ssize_t write_at(ssize_t (*real)(int, const void *, size_t, off64_t), int file, const void *data, size_t size, off64_t offset) {
    char path[4096];
    if (!path_of(file, path, sizeof path))
        return real(file, data, size, offset);
    pthread_mutex_lock(&order);
    ssize_t written = real(file, data, size, offset);
    if (written > 0)
        note('w', path, data, written, offset);
    pthread_mutex_unlock(&order);
    return written;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset) {
    return write_at(REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t), file, data, size, offset);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset) {
    return write_at(REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t), file, data, size, offset);
}

static int done(int (*real)(int), int file) {
    char path[4096];
    if (!path_of(file, path, sizeof path))
        return real(file);
    pthread_mutex_lock(&order);
    int result = real(file);
    if (result == 0)
        note('s', path, NULL, 0, 0);
    pthread_mutex_unlock(&order);
    return result;
}

int fsync(int file) { return done(REAL(int, fsync, int), file); }
int fdatasync(int file) { return done(REAL(int, fdatasync, int), file); }

static int cut(int (*real)(int, off64_t), int file, off64_t size) {
    char path[4096];
    if (!path_of(file, path, sizeof path))
        return real(file, size);
    pthread_mutex_lock(&order);
    int result = real(file, size);
    if (result == 0)
        note('t', path, NULL, 0, size);
    pthread_mutex_unlock(&order);
    return result;
}

int ftruncate(int file, off_t size) { return cut(REAL(int, ftruncate64, int, off64_t), file, size); }
int ftruncate64(int file, off64_t size) { return cut(REAL(int, ftruncate64, int, off64_t), file, size); }

int unlink(const char *path) {
    int (*real)(const char *) = REAL(int, unlink, const char *);
    if (!wanted(path))
        return real(path);
    pthread_mutex_lock(&order);
    int result = real(path);
    if (result == 0)
        note('u', path, NULL, 0, 0);
    pthread_mutex_unlock(&order);
    return result;
}
