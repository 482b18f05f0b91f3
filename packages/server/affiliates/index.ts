export { partnersOf } from './queries.ts'
