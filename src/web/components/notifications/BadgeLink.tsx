import { useTranslation } from 'react-i18next'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { RouteLink } from '../RouteLink.tsx'
import { pageOf } from '../subjects.ts'

const OWN_PROFILE = graphql(`
  query OwnProfile {
    viewer {
      id
      user {
        id
      }
    }
  }
`)

/** Leads to one's own page, which shows the badges that one has; the frame of the pages has read whose that is. */
export function BadgeLink() {
  const { t } = useTranslation('notifications')
  const { data } = usePanel(OWN_PROFILE, {})
  return (
    data?.viewer && (
      <RouteLink {...pageOf('User', data.viewer.user.id)} inherit>
        {t('show')}
      </RouteLink>
    )
  )
}
