cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <windows.h>
    static void quatuor_seize(volatile long *lock) {
        int tries = 0;
        while (InterlockedExchange(lock, 1))
            while (*lock) { if (++tries % 256) YieldProcessor(); else SwitchToThread(); }
    }
    #define quatuor_release(lock) InterlockedExchange(lock, 0)
    #else
    #include <sched.h>
    #if defined(__x86_64__) || defined(__i386__)
    #define quatuor_pause() __builtin_ia32_pause()
    #else
    #define quatuor_pause()
    #endif
    /* Whoever has the lock may have lost its processor: after a while ours is given away, too. */
    static void quatuor_seize(volatile long *lock) {
        int tries = 0;
        while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
            while (*lock) { if (++tries % 256) quatuor_pause(); else sched_yield(); }
    }
    #define quatuor_release(lock) __atomic_store_n(lock, 0, __ATOMIC_RELEASE)
    #endif
    """
    void spin "quatuor_seize"(volatile long *lock) noexcept nogil
    void unlock "quatuor_release"(volatile long *lock) noexcept nogil
