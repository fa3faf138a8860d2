/** Queue of background jobs. Jobs that are sent are persistent; scheduled jobs also run without being sent. */
export interface JobQueue {
  send(name: string): Promise<void>
}
