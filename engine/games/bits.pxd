from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int quatuor_lowest(unsigned long long board) {
        unsigned long index; _BitScanForward64(&index, board); return (int)index;
    }
    #define quatuor_count(board) ((int)__popcnt64(board))
    #else
    #define quatuor_lowest(board) __builtin_ctzll(board)
    #define quatuor_count(board) __builtin_popcountll(board)
    #endif
    """
    int lowest "quatuor_lowest"(uint64_t board) noexcept nogil
    int popcount "quatuor_count"(uint64_t board) noexcept nogil
