cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define quatuor_prefetch(words, slot) _mm_prefetch((const char *)((words) + (slot)), _MM_HINT_T0)
    #else
    #define quatuor_prefetch(words, slot) __builtin_prefetch((words) + (slot))
    #endif
    """
    void prefetch "quatuor_prefetch"(unsigned long long *words, unsigned long long slot) noexcept nogil
