import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../formats.ts'
import type { NotificationTextFragment } from '../../generated/graphql.ts'

/** What notifications say, in the language of the person. A title that somebody has written stands for itself. */
export function useNotificationText(): (notification: NotificationTextFragment) => string {
  const { t, i18n } = useTranslation('notifications')
  return ({ type, occasion, writtenTitle, subjectName, groupName, startsAt, actor }) => {
    const values = {
      sender: actor?.displayName ?? t('somebody'),
      subject: subjectName ?? t('something'),
      group: groupName ?? t('someGroup'),
      time: startsAt ? formatDateTime(i18n.language, startsAt) : '',
    }
    if (writtenTitle) return writtenTitle
    return occasion ? t(`occasions.${occasion}`, values) : t(`types.${type}`, values)
  }
}
