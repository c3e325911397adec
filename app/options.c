// Parses command lines: --name value, --name=value, -n value, -- to end the options. The same table gives --help.
#include "app.h"

#include <math.h>
#include <string.h>

static const app_option HELP = {"help", 'h', APP_FLAG, NULL, "show this text", NULL};

// ------------------------------------------------------------------------------------------------------- help

static void print_option(const app_option *option) {
    char left[64];
    const char *value = option->kind == APP_FLAG ? "" : option->value;
    const char *gap = option->kind == APP_FLAG ? "" : " ";
    if (option->letter)
        snprintf(left, sizeof left, "-%c, --%s%s%s", option->letter, option->name, gap, value);
    else
        snprintf(left, sizeof left, "    --%s%s%s", option->name, gap, value);
    printf("    %-28s %s\n", left, option->help);
}

void app_print_help(const app_verb *verb, const app_option *options, int noption) {
    printf("abut %s: %s\n\n    abut %s %s\n", verb->name, verb->summary, verb->name, verb->usage);
    if (verb->details[0]) printf("\n%s\n", verb->details);
    printf("\nOptions:\n");
    for (int i = 0; i < noption; i++) print_option(&options[i]);
    print_option(&HELP);
    printf("\nExample:\n%s\n", verb->example);
}

// ---------------------------------------------------------------------------------------------------- parsing

typedef struct parser {
    const app_verb *verb;
    const app_option *options;
    int noption;
    int argc;
    char **argv;
    int at; // index of the current argument
} parser;

static bool wrong(const parser *p, int *code) {
    fprintf(stderr, "see `abut %s --help`\n", p->verb->name);
    *code = APP_INPUT;
    return false;
}

static const app_option *find_long(const parser *p, const char *name, size_t length) {
    for (int i = 0; i < p->noption; i++)
        if (strlen(p->options[i].name) == length && strncmp(p->options[i].name, name, length) == 0)
            return &p->options[i];
    if (strlen(HELP.name) == length && strncmp(HELP.name, name, length) == 0) return &HELP;
    return NULL;
}

static const app_option *find_letter(const parser *p, char letter) {
    for (int i = 0; i < p->noption; i++)
        if (p->options[i].letter == letter) return &p->options[i];
    return HELP.letter == letter ? &HELP : NULL;
}

static void say_unknown(const parser *p, const char *word) {
    const char *names[APP_MAX_ITEMS];
    char dashed[APP_MAX_ITEMS][32];
    int count = 0;
    for (; count < p->noption; count++) {
        snprintf(dashed[count], sizeof dashed[count], "--%s", p->options[count].name);
        names[count] = dashed[count];
    }
    names[count++] = "--help";
    app_fail_word("option", word, names, count);
}

static bool read_number(const app_option *option, const char *value) {
    const int64_t length = (int64_t)strlen(value);
    double number;
    if (length == 0 || abut_number_read(value, length, &number) != length || !isfinite(number)) return false;
    *(double *)option->target = number;
    return true;
}

static bool read_integer(const app_option *option, const char *value) {
    const int64_t length = (int64_t)strlen(value);
    int64_t number;
    if (length == 0 || abut_integer_read(value, length, &number) != length || number < 0) return false;
    *(int64_t *)option->target = number;
    return true;
}

static bool add_item(app_list *list, const char *value) {
    if (list->count == APP_MAX_ITEMS) return false;
    list->item[list->count++] = value;
    return true;
}

static bool store(const app_option *option, const char *value) {
    switch (option->kind) {
    case APP_NUMBER:
        return read_number(option, value);
    case APP_INTEGER:
        return read_integer(option, value);
    case APP_ITEMS:
        return add_item(option->target, value);
    case APP_TEXT:
        *(const char **)option->target = value;
        return value[0] != 0;
    default:
        *(bool *)option->target = true;
        return true;
    }
}

static const char *wanted(app_kind kind) {
    return kind == APP_NUMBER    ? "a number"
           : kind == APP_INTEGER ? "a whole number"
           : kind == APP_ITEMS   ? "fewer values"
                                 : "a value";
}

// `attached` is the value after = or after the letter, NULL if there is none.
static bool take_option(parser *p, const app_option *option, const char *attached, int *code) {
    if (option == &HELP) {
        app_print_help(p->verb, p->options, p->noption);
        *code = APP_OK;
        return false;
    }
    const char *value = attached;
    if (option->kind == APP_FLAG && attached) {
        app_fail(APP_INPUT, "--%s takes no value", option->name);
        return wrong(p, code);
    }
    if (option->kind != APP_FLAG && !value) {
        value = p->at + 1 < p->argc ? p->argv[++p->at] : NULL;
        if (!value) {
            app_fail(APP_INPUT, "--%s needs a value: %s", option->name, option->value);
            return wrong(p, code);
        }
    }
    if (store(option, value)) return true;
    app_fail(APP_INPUT, "--%s takes %s, not '%s'", option->name, wanted(option->kind), value);
    return wrong(p, code);
}

static bool take_dashed(parser *p, int *code) {
    const char *word = p->argv[p->at];
    const app_option *option;
    const char *attached = NULL;
    if (word[1] == '-') {
        const size_t length = strcspn(word + 2, "=");
        option = find_long(p, word + 2, length);
        if (word[2 + length] == '=') attached = word + 3 + length;
    } else {
        option = find_letter(p, word[1]);
        if (word[2]) attached = word[2] == '=' ? word + 3 : word + 2;
    }
    if (option) return take_option(p, option, attached, code);
    say_unknown(p, word);
    return wrong(p, code);
}

bool app_parse(const app_verb *verb, const app_option *options, int noption, int argc, char **argv, app_list *arguments,
               int *code) {
    parser p = {verb, options, noption, argc, argv, 0};
    bool ended = false;
    arguments->count = 0;
    for (; p.at < argc; p.at++) {
        const char *word = argv[p.at];
        if (!ended && strcmp(word, "--") == 0)
            ended = true;
        else if (!ended && word[0] == '-' && word[1]) {
            if (!take_dashed(&p, code)) return false;
        } else if (arguments->count == verb->max_arguments) {
            app_fail(APP_INPUT, "'%s' is one argument too many", word);
            return wrong(&p, code);
        } else
            arguments->item[arguments->count++] = word;
    }
    if (arguments->count >= verb->min_arguments) return true;
    app_fail(APP_INPUT, "something is missing: abut %s %s", verb->name, verb->usage);
    return wrong(&p, code);
}

bool app_read_vector(const char *text, double v[3]) {
    for (int i = 0; text && i < 3; i++) {
        text += strspn(text, i ? ", " : " ");
        const int64_t used = abut_number_read(text, (int64_t)strcspn(text, ", "), &v[i]);
        if (used <= 0 || !isfinite(v[i])) return false;
        text += used;
    }
    return text && text[strspn(text, " ")] == 0;
}
