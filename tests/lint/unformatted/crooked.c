// Badly laid out.
int  answer( void ){return 42 ;}
