import { config } from 'zod/v4/core'

// The page's policy forbids code made from text. Without this setting, zod would try once whether it is allowed.
config({ jitless: true })
