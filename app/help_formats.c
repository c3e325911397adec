// Man pages and shell completion of all verbs. A verb hands its options to app_parse and to nobody else, so each is
// called with --help, while a printer of the format stands in for the usual one.
//
// What a value can be is read from its name and its help: "x|y|z" are choices, "`abut list scenes`" names a list, FILE,
// FOLDER and SCENE are files. The same for arguments in the usage of the verb: "[shapes|laws]", "VERB".
#include "help_formats.h"

#include <ctype.h>
#include <string.h>

static void print_with(app_help_printer *printer, const app_verb *verb) {
    char help[] = "--help";
    char *line[] = {help};
    app_help_printer *const usual = app_use_help_printer(printer);
    verb->run(verb, 1, line);
    app_use_help_printer(usual);
}

static void print_all(app_help_printer *printer) {
    for (int i = 0; i < app_verb_count; i++) print_with(printer, app_verbs[i]);
}

// ------------------------------------------------------------------------------------------------- kinds of values

enum { WORDS = 512 };

// Copies "a|b|c" at the beginning of a text as words with blanks between them; false if there are no choices.
static bool read_choices(const char *text, char words[WORDS]) {
    size_t n = 0, bars = 0;
    if (text[0] == '[') text++;
    for (; n + 1 < WORDS && (islower((unsigned char)text[n]) || text[n] == '|' || text[n] == '_'); n++) {
        bars += text[n] == '|';
        words[n] = text[n] == '|' ? ' ' : text[n];
    }
    words[n] = 0;
    return bars > 0 && (text[n] == 0 || text[n] == ']');
}

// The list that a help names as "`abut list NAME`"; its length, 0 if there is none.
static int find_list(const char *help, const char **name) {
    static const char COMMAND[] = "`abut list ";
    const char *at = strstr(help, COMMAND);
    if (!at) return 0;
    *name = at + sizeof COMMAND - 1;
    return (int)strcspn(*name, "`");
}

static bool takes_file(const char *value) {
    return strncmp(value, "FILE", 4) == 0 || strncmp(value, "FOLDER", 6) == 0 || strstr(value, ".csv") ||
           strstr(value, ".stl");
}

// Prints a text with a backslash before each of `special`; a quote ends and begins a string in quotes.
static void print_escaped(const char *text, const char *special) {
    for (; *text; text++) {
        if (*text == '\'')
            printf("'\\''");
        else
            printf(strchr(special, *text) ? "\\%c" : "%c", *text);
    }
}

// --------------------------------------------------------------------------------------------------------- man pages

static void print_roff(const char *text) {
    for (bool begins = true; *text; text++) {
        if (begins && (*text == '.' || *text == '\'')) printf("\\&");
        if (*text == '\\' || *text == '-')
            printf(*text == '-' ? "\\-" : "\\e");
        else
            putchar(*text);
        begins = *text == '\n';
    }
}

static void print_man_option(const app_option *option) {
    printf(".TP\n.B ");
    if (option->letter) printf("\\-%c, ", option->letter);
    printf("\\-\\-");
    print_roff(option->name);
    if (option->kind != APP_FLAG) {
        printf(" \\fI");
        print_roff(option->value);
        printf("\\fR");
    }
    printf("\n");
    print_roff(option->help);
    printf("\n");
}

static void print_man_page(const app_verb *verb, const app_option *options, int noption) {
    printf(".TH ABUT-");
    for (const char *c = verb->name; *c; c++) putchar(toupper((unsigned char)*c));
    printf(" 1 \"\" \"abut %s\" \"User Commands\"\n.SH NAME\nabut\\-%s \\- ", abut_version(), verb->name);
    print_roff(verb->summary);
    printf("\n.SH SYNOPSIS\n.nf\n\\fBabut %s\\fR ", verb->name);
    print_roff(verb->usage);
    printf("\n.fi\n");
    if (verb->details[0]) {
        printf(".SH DESCRIPTION\n");
        for (const char *at = verb->details; *at;) { // an empty line is a paragraph
            const char *end = strstr(at, "\n\n");
            const int length = end ? (int)(end - at) : (int)strlen(at);
            char paragraph[4096];
            snprintf(paragraph, sizeof paragraph, "%.*s", length, at);
            print_roff(paragraph);
            printf("\n%s", end ? ".PP\n" : "");
            at += end ? length + 2 : length;
        }
    }
    printf(".SH OPTIONS\n");
    for (int i = 0; i < noption; i++) print_man_option(&options[i]);
    printf(".TP\n.B \\-h, \\-\\-help\nshow this text\n.SH EXAMPLE\n.nf\n");
    print_roff(verb->example);
    printf("\n.fi\n.SH SEE ALSO\n.BR abut (1)\n");
}

static void print_man(const app_verb *verb) { print_with(print_man_page, verb); }

// ----------------------------------------------------------------------------------------------------------- bash

static void print_bash_case(const app_verb *verb, const app_option *option) {
    printf("        '%s --%s'", verb->name, option->name);
    if (option->letter) printf(" | '%s -%c'", verb->name, option->letter);
    printf(") ");
}

// What may follow an option that takes a value.
static void print_bash_values(const app_verb *verb, const app_option *options, int noption) {
    char words[WORDS];
    const char *list = NULL;
    for (int i = 0; i < noption; i++) {
        if (options[i].kind == APP_FLAG) continue;
        print_bash_case(verb, &options[i]);
        const int length = find_list(options[i].help, &list);
        if (read_choices(options[i].value, words))
            printf("words='%s' ;;\n", words);
        else if (length > 0)
            printf("words=$(abut list %.*s 2>/dev/null | awk '{ print $1 }') ;;\n", length, list);
        else
            printf("return ;;\n");
    }
}

static void print_verb_names(void) {
    for (int i = 0; i < app_verb_count; i++) printf(i ? " %s" : "%s", app_verbs[i]->name);
}

static void print_bash_words(const app_verb *verb, const app_option *options, int noption) {
    char words[WORDS];
    printf("                %s) options='", verb->name);
    for (int i = 0; i < noption; i++) {
        if (options[i].letter) printf("-%c ", options[i].letter);
        printf("--%s ", options[i].name);
    }
    printf("-h --help'");
    if (read_choices(verb->usage, words)) printf(" words='%s'", words);
    if (strstr(verb->usage, "[VERB")) {
        printf(" words='");
        print_verb_names();
        printf(" scene'");
    }
    printf(" ;;\n");
}

static void print_bash(const app_verb *none) {
    (void)none;
    printf("# bash completion of abut; made by `abut help --as bash`\n"
           "_abut() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]-}\n"
           "    local words='' options=''\n"
           "    COMPREPLY=()\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        mapfile -t COMPREPLY < <(compgen -W '");
    print_verb_names();
    printf(" --help --version' -- \"$word\")\n"
           "        return\n"
           "    fi\n"
           "    case \"$verb $before\" in\n");
    print_all(print_bash_values);
    printf("        *)\n"
           "            case $verb in\n");
    print_all(print_bash_words);
    printf("            esac\n"
           "            [[ $word != -* ]] || words=$options\n"
           "            ;;\n"
           "    esac\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "}\n"
           "complete -o bashdefault -o default -F _abut abut\n");
}

// ------------------------------------------------------------------------------------------------------------ zsh

static void print_zsh_option(const app_option *option) {
    char words[WORDS];
    const char *list = NULL;
    const bool flag = option->kind == APP_FLAG, again = option->kind == APP_ITEMS;
    printf(" \\\n                    ");
    if (option->letter)
        printf("'%s(-%c --%s)'{-%c%s,--%s%s}'[", again ? "*" : "", option->letter, option->name, option->letter,
               flag ? "" : "+", option->name, flag ? "" : "=");
    else
        printf("'%s--%s%s[", again ? "*" : "", option->name, flag ? "" : "=");
    print_escaped(option->help, "[]:\\`$");
    printf("]");
    if (!flag) {
        const int length = find_list(option->help, &list);
        printf(":");
        print_escaped(option->value, ":\\");
        if (read_choices(option->value, words))
            printf(":(%s)", words);
        else if (length > 0)
            printf(":{compadd $(abut list %.*s 2>/dev/null | awk \"{ print \\$1 }\")}", length, list);
        else
            printf(":%s", takes_file(option->value) ? "_files" : " ");
    }
    printf("'");
}

static void print_zsh_verb(const app_verb *verb, const app_option *options, int noption) {
    char words[WORDS];
    printf("                %s)\n                    _arguments", verb->name);
    for (int i = 0; i < noption; i++) print_zsh_option(&options[i]);
    printf(" \\\n                    '(-h --help)'{-h,--help}'[show help]'");
    if (read_choices(verb->usage, words))
        printf(" '*: :(%s)'", words);
    else if (strstr(verb->usage, "[VERB")) {
        printf(" '*: :(");
        print_verb_names();
        printf(" scene)'");
    } else if (verb->max_arguments > 0)
        printf(" '*: :_files'");
    printf(" ;;\n");
}

static void print_zsh(const app_verb *none) {
    (void)none;
    printf("#compdef abut\n# made by `abut help --as zsh`\n"
           "_abut() {\n"
           "    local curcontext=$curcontext state line\n"
           "    local -a verbs\n"
           "    _arguments -C '1: :->verb' '*:: :->rest'\n"
           "    case $state in\n"
           "        verb)\n"
           "            verbs=(\n");
    for (int i = 0; i < app_verb_count; i++) {
        printf("                '%s:", app_verbs[i]->name);
        print_escaped(app_verbs[i]->summary, "\\");
        printf("'\n");
    }
    printf("            )\n"
           "            _describe verb verbs\n"
           "            ;;\n"
           "        rest)\n"
           "            case $line[1] in\n");
    print_all(print_zsh_verb);
    printf("            esac\n"
           "            ;;\n"
           "    esac\n"
           "}\n"
           "_abut \"$@\"\n");
}

// ----------------------------------------------------------------------------------------------------------- fish

static void print_fish_help(const char *help) {
    printf(" -d '");
    for (; *help; help++) printf(*help == '\'' || *help == '\\' ? "\\%c" : "%c", *help);
    printf("'\n");
}

static void print_fish_verb(const app_verb *verb, const app_option *options, int noption) {
    char words[WORDS];
    const char *list = NULL;
    printf("complete -c abut -n __fish_use_subcommand -f -a %s", verb->name);
    print_fish_help(verb->summary);
    for (int i = 0; i < noption; i++) {
        const int length = find_list(options[i].help, &list);
        printf("complete -c abut -n '__fish_seen_subcommand_from %s' -l %s", verb->name, options[i].name);
        if (options[i].letter) printf(" -s %c", options[i].letter);
        if (options[i].kind != APP_FLAG) {
            if (read_choices(options[i].value, words))
                printf(" -x -a '%s'", words);
            else if (length > 0)
                printf(" -x -a '(abut list %.*s | string match -r \"\\\\S+\")'", length, list);
            else
                printf(takes_file(options[i].value) ? " -r -F" : " -x");
        }
        print_fish_help(options[i].help);
    }
    if (!read_choices(verb->usage, words)) return;
    printf("complete -c abut -n '__fish_seen_subcommand_from %s' -f -a '%s'\n", verb->name, words);
}

static void print_fish(const app_verb *none) {
    (void)none;
    printf("# fish completion of abut; made by `abut help --as fish`\n");
    print_all(print_fish_verb);
    printf("complete -c abut -n '__fish_seen_subcommand_from help' -f -a '");
    print_verb_names();
    printf(" scene'\n");
}

// ----------------------------------------------------------------------------------------------------- all formats

const app_help_format app_help_formats[] = {
    {"man", true, print_man}, {"bash", false, print_bash}, {"zsh", false, print_zsh}, {"fish", false, print_fish}};
const int app_help_format_count = sizeof app_help_formats / sizeof app_help_formats[0];
