import { config } from 'zod/v4/core'

// The page's policy allows no code made of text. Without this zod would try, once, whether it is allowed.
config({ jitless: true })
