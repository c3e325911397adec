// The report of LAMMPS 2021 on 125 balls in a cube: 10 steps, 30 steps, and the sum of contacts.
#include "peers/lammps_report.h"
#include "claim.h"

static bool read_file(const char *name, lammps_result *result) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    const bool read = lammps_read_report(file, 30, result);
    fclose(file);
    return read;
}

static bool read_text(char *text, lammps_result *result) {
    FILE *file = fmemopen(text, strlen(text), "r");
    CHECK(file != NULL);
    const bool read = lammps_read_report(file, 30, result);
    fclose(file);
    return read;
}

TEST(time_is_the_loop_of_the_second_run_times_its_share_of_the_processor) {
    lammps_result result = {0};
    CHECK(read_file("lammps_report.txt", &result));
    // "Loop time of 0.000758915 ...", "50.9% CPU use ...", rounding only. The rows "40 600" after it are no share.
    CHECK_NEAR(result.seconds, 0.000758915 * 0.509 / 30, 1e-18);
}

TEST(contacts_are_counted_once) {
    lammps_result result = {0};
    CHECK(read_file("lammps_report.txt", &result));
    CHECK(result.contacts == 300); // a cube of 5 x 5 x 5 balls that touch along three axes: 3 * 4 * 5 * 5
}

TEST(report_that_ends_early_is_no_result) {
    lammps_result result = {0};
    char first[] = "Loop time of 1 on 1 procs\n\n99.0% CPU use with 1 MPI tasks\n";
    CHECK(!read_text(first, &result));
    char second[] = "Loop time of 1 on 1 procs\n\nLoop time of 2 on 1 procs\n\n40 587932\n";
    CHECK(!read_text(second, &result));
}

CLAIMS(CLAIM(time_is_the_loop_of_the_second_run_times_its_share_of_the_processor), CLAIM(contacts_are_counted_once),
       CLAIM(report_that_ends_early_is_no_result))
