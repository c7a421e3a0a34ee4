/* A trivial engine for timing a referee: it answers `genmove` with the next move of a game that
   it was given as its arguments, after SLEEP microseconds, and everything else with `=`.

       echo_engine SLEEP MOVE MOVE ...

   A negative SLEEP is a share of the time left: -20 sleeps for a twentieth of it. The variable
   ECHO_GAMES of the environment names a file to which each `newgame` adds a byte. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double left = 0;

static void rest(long sleep) {
    if (sleep > 0) usleep((useconds_t)sleep);
    if (sleep < 0 && left > 0) usleep((useconds_t)(left * 1e6 / (double)-sleep));
}

static void count_game(const char *path) {
    int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT, 0666) : -1;
    if (file < 0) return;
    if (write(file, ".", 1) != 1) perror(path);
    close(file);
}

int main(int argc, char **argv) {
    static char line[1 << 16];
    char name[64], colour[16];
    long sleep = argc > 1 ? atol(argv[1]) : 0;
    int ply = 0, id;

    while (fgets(line, sizeof line, stdin)) {
        const char *text = "";
        if (sscanf(line, "%d %63s", &id, name) != 2) continue;
        if (!strcmp(name, "newgame")) {
            ply = 0;
            count_game(getenv("ECHO_GAMES"));
        }
        else if (!strcmp(name, "play")) ply++;
        else if (!strcmp(name, "time_left")) sscanf(line, "%d %63s %15s %lf", &id, name, colour, &left);
        else if (!strcmp(name, "genmove")) {
            rest(sleep);
            text = ply + 2 < argc ? argv[2 + ply++] : "resign";
        } else if (!strcmp(name, "name")) text = "Echo";
        else if (!strcmp(name, "version")) text = "1";
        else if (!strcmp(name, "list_commands")) text = "genmove";
        printf("=%d %s\n\n", id, text);
        fflush(stdout);
        if (!strcmp(name, "quit")) return 0;
    }
    return 0;
}
