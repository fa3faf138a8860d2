/** Work that acts leave for later. What is sent is stored; a job that is scheduled too comes round without it. */
export interface JobQueue {
  send(name: string): Promise<void>
}
