// The client library of PostgreSQL.
#include <libpq-fe.h>
