import { ANALYSE_FILES, analyseFiles } from './analyses.ts'
import { tidyFiles } from './tidying.ts'

/** Work that files need done from time to time; `schedule` is cron in UTC. */
export const fileJobs = [
  { name: 'tidy-files', schedule: '20 * * * *', run: tidyFiles },
  // Finishing an upload also asks for it at once.
  { name: ANALYSE_FILES, schedule: '*/5 * * * *', run: analyseFiles },
] as const
