from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int quatuor_lowest(unsigned long long board) {
        unsigned long index; _BitScanForward64(&index, board); return (int)index;
    }
    #else
    #define quatuor_lowest(board) __builtin_ctzll(board)
    #endif
    #ifdef __POPCNT__
    #define quatuor_count(board) __builtin_popcountll(board)
    #else
    /* The builtin would be a library call where the instruction may be missing. */
    static inline int quatuor_count(unsigned long long board) {
        board -= board >> 1 & 0x5555555555555555ULL;
        board = (board & 0x3333333333333333ULL) + (board >> 2 & 0x3333333333333333ULL);
        board = (board + (board >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)(board * 0x0101010101010101ULL >> 56);
    }
    #endif
    /* Sums the set bits byte by byte, skips the bytes that lie wholly below the wanted bit. */
    static inline int quatuor_nth(unsigned long long board, int index) {
        const unsigned long long ones = 0x0101010101010101ULL, tops = 0x8080808080808080ULL;
        unsigned long long sums = board - (board >> 1 & 0x5555555555555555ULL);
        unsigned long long below;
        int shift;
        sums = (sums & 0x3333333333333333ULL) + (sums >> 2 & 0x3333333333333333ULL);
        sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * ones;
        below = (((unsigned long long)index * ones | tops) - sums) & tops;
        shift = (int)((below >> 7) * ones >> 56) * 8;
        index -= (int)(sums << 8 >> shift & 255);
        board >>= shift;
        while (index--) board &= board - 1;
        return shift + quatuor_lowest(board);
    }
    /* Eight lanes of eight bits, each less than 128: see bits.py. */
    static inline unsigned long long quatuor_exceeds(unsigned long long a, unsigned long long b) {
        const unsigned long long tops = 0x8080808080808080ULL;
        return ((a | tops) - b - 0x0101010101010101ULL) & tops;
    }
    static inline int quatuor_tally(unsigned long long tops) {
        return (int)((tops >> 7) * 0x0101010101010101ULL >> 56);
    }
    """
    int lowest "quatuor_lowest"(uint64_t board) noexcept nogil
    int popcount "quatuor_count"(uint64_t board) noexcept nogil
    int nth "quatuor_nth"(uint64_t board, int index) noexcept nogil
    uint64_t exceeds "quatuor_exceeds"(uint64_t a, uint64_t b) noexcept nogil
    int tally "quatuor_tally"(uint64_t tops) noexcept nogil
