import { isStaff } from '../../kernel/access.ts'

/** Whether the viewer may read the state of the servers, jobs and mails. */
export const canReadOperations = (scope: Parameters<typeof isStaff>[0]) => isStaff(scope, 'operations')
