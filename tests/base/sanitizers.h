// Whether tests are compiled for a sanitizer, which brings its own malloc and takes its time.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define AUTUMN_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AUTUMN_IS_SANITIZED 1
#endif
#endif
#ifndef AUTUMN_IS_SANITIZED
#define AUTUMN_IS_SANITIZED 0
#endif
