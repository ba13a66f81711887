// The client: see MillraceWeb.
