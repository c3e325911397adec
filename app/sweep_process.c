// Runs in processes of their own: a run that fails, or is killed, ends alone.
#include "sweep_verb.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// When this program is killed its runs stop with a checkpoint, so that the same command can go on with them.
static void end_with(pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (getppid() != parent) exit(APP_OK); // killed before that
}

// The child calls the verb itself instead of another copy of the program, which might be another version by now.
static _Noreturn void run_child(pid_t parent, int log, int argc, const char *const *argv) {
    end_with(parent);
    const int code = dup2(log, STDOUT_FILENO) >= 0 && dup2(log, STDERR_FILENO) >= 0
                         ? app_verb_run.run(&app_verb_run, argc, (char **)argv)
                         : APP_IO;
    exit(fflush(stdout) == 0 || code != APP_OK ? code : APP_IO);
}

abut_status sweep_start(abut_context *cx, const char *log, bool append, int argc, const char *const *argv,
                        int *process) {
    const int file = open(log, O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC) | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) return abut_file_fail(cx, "write", log, errno);
    fflush(NULL); // else the child would write what is buffered a second time
    const pid_t parent = getpid(), child = fork();
    const int error = errno;
    if (child == 0) run_child(parent, file, argc, argv);
    close(file);
    if (child < 0) return abut_file_fail(cx, "start a process for", log, error);
    *process = (int)child;
    return ABUT_OK;
}

static double seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

// Processor time of all children that have been waited for, s.
static double time_of_children(void) {
    struct rusage used = {0};
    getrusage(RUSAGE_CHILDREN, &used);
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

bool sweep_ended(int process, int *code, double *cpu) {
    int state = 0;
    const double before = time_of_children();
    const pid_t ended = waitpid((pid_t)process, &state, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
    *cpu = time_of_children() - before;
    *code = ended < 0 ? APP_FAILED : WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    return true;
}
