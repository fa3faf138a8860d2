import { post } from './operation.ts'
import { SentNotification } from './shapes/notification.ts'

export const invites = {
  inviteMyselfTo: post('/invite/myself/to/{worldId}:{instanceId}', {
    summary: 'Sends the viewer an invite to an instance that the viewer may enter.',
    result: SentNotification,
  }),
}
