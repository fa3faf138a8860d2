import { buildServer } from './buildServer.ts'
import { buildWeb } from './buildWeb.ts'

/** Builds what has changed of the server, the command line and the web UI into dist. */
await Promise.all([buildServer(), buildWeb()])
