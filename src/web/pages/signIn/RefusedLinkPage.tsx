import { Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton, RouteLink } from '../../components/RouteLink.tsx'
import { Refusal } from '../../graph/refusal.ts'
import { SignInFrame } from './SignInFrame.tsx'

/** Why a mailed link did nothing. */
export function RefusedLinkPage() {
  const { t } = useTranslation('signIn')
  const { reason } = useSearch({ from: '/refused-link' })
  return (
    <SignInFrame
      title={t('refusedLink.title')}
      links={
        <RouteLink to="/forgot-password" size="sm">
          {t('signIn.forgot')}
        </RouteLink>
      }
    >
      <RefusalAlert refusal={new Refusal('a mailed link was refused', { code: 'BAD_INPUT', reason })} />
      <Text size="sm">{t('refusedLink.text')}</Text>
      <RouteButton to="/">{t('refusedLink.goOn')}</RouteButton>
    </SignInFrame>
  )
}
