// CURLOPT_PROTOCOLS has a successor, but not in each version that Linux distributions contain.
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <sys/socket.h>

// Swift calls no functions with a variable number of arguments. These have one type of argument each.

static inline CURLcode curl_easy_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

/// Sets a function that receives bytes, and the pointer that is passed to it.
static inline CURLcode curl_easy_set_receiver(
    CURL *handle, CURLoption functionOption, curl_write_callback function, CURLoption pointerOption, void *pointer) {
    CURLcode result = curl_easy_setopt(handle, functionOption, function);
    return result == CURLE_OK ? curl_easy_setopt(handle, pointerOption, pointer) : result;
}

static inline int curl_limit_receive_buffer(void *bytes, curl_socket_t socket, curlsocktype purpose) {
    int size = (int)(long)bytes;
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    return CURL_SOCKOPT_OK;
}

/// Limits the bytes that the system receives before libcurl reads them. Linux doubles the number.
static inline CURLcode curl_easy_set_receive_buffer(CURL *handle, long bytes) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, curl_limit_receive_buffer);
    return result == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, (void *)bytes) : result;
}

/// Permits only http and https.
static inline CURLcode curl_easy_permit_web_only(CURL *handle) {
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
}

static inline long curl_easy_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// The media type of the response; NULL if there is none. It is valid until the handle is removed.
static inline const char *curl_easy_content_type(CURL *handle) {
    const char *type = NULL;
    curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &type);
    return type;
}

/// Initializes libcurl. The program must call this once before it uses libcurl.
static inline CURLcode curl_initialize(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}
