import { useTranslation } from 'react-i18next'
import { useViewerId } from '../people/useViewerId.ts'
import { RouteLink } from '../RouteLink.tsx'
import { pageOf } from '../subjects.ts'

/** Leads to one's own page, which shows the badges that one has; the frame of the pages has read whose that is. */
export function BadgeLink() {
  const { t } = useTranslation('notifications')
  const id = useViewerId()
  return (
    id && (
      <RouteLink {...pageOf('User', id)} inherit>
        {t('show')}
      </RouteLink>
    )
  )
}
