import { Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SpendingNotices } from '../../../components/economy/SpendingNotices.tsx'
import { useSpending } from '../../../components/economy/spendingState.ts'
import { Panel } from '../../../components/Panel.tsx'
import { RouteButton, RouteLink } from '../../../components/RouteLink.tsx'
import type { SellerSetupFragment } from '../../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { NEW } from '../sections.ts'

const SELLER_SETUP = graphql(`
  fragment SellerSetup on Viewer {
    id
    sellerEligibility {
      hasConfirmedEmail
      hasSecondFactor
      hasAcceptedTerms
      isBlocked
      isEligible
    }
    economyAccount {
      canEarn
      isBlocked
      canSpend
      hasAcceptedTerms
    }
  }
`)

const SETUP = graphql(`
  query SellingSetup {
    viewer {
      ...SellerSetup
    }
    serverInfo {
      supportEmail
    }
  }
`)

const CHANGES = graphql(`
  subscription SellingSetupChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      ...SellerSetup
    }
  }
`)

/** What people need to sell, and what to do next. */
export function SetupSection() {
  const { t } = useTranslation('selling')
  useLive(CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(SETUP, {})
  const spending = useSpending()
  const viewer = getFragmentData(SELLER_SETUP, data?.viewer)
  return (
    <Stack gap="md">
      <Panel title={t('setup.needs')} isLoading={isLoading && !viewer} refusal={refusal} onRetry={reload}>
        {viewer && <Needs viewer={viewer} supportEmail={data?.serverInfo.supportEmail ?? ''} />}
        {spending.viewer && spending.provider && (
          <SpendingNotices viewer={spending.viewer} provider={spending.provider} />
        )}
      </Panel>
      {viewer?.economyAccount.canEarn && <NextSteps />}
      <Panel title={t('setup.money')}>
        <Text size="sm">{t('setup.moneyText')}</Text>
      </Panel>
    </Stack>
  )
}

interface NeedsProps {
  readonly viewer: SellerSetupFragment
  readonly supportEmail: string
}

function Needs({ viewer: { sellerEligibility, economyAccount }, supportEmail }: NeedsProps) {
  const { t } = useTranslation('selling')
  const { hasConfirmedEmail, hasSecondFactor, hasAcceptedTerms, isBlocked } = sellerEligibility
  const { canEarn } = economyAccount
  return (
    <Stack component="ul" className="plainList" gap="sm" aria-live="polite">
      <Need isMet={hasConfirmedEmail} text={t('setup.email')}>
        <RouteLink to="/settings/$section" params={{ section: 'account' }} size="sm">
          {t('setup.toEmail')}
        </RouteLink>
      </Need>
      <Need isMet={hasSecondFactor} text={t('setup.secondFactor')}>
        <RouteLink to="/settings/$section" params={{ section: 'second-factor' }} size="sm">
          {t('setup.toSecondFactor')}
        </RouteLink>
      </Need>
      <Need isMet={hasAcceptedTerms} text={t('setup.terms')} />
      <Need isMet={!isBlocked} text={t('setup.notBlocked')} />
      <Need isMet={canEarn} text={t('setup.permission')}>
        <Text size="sm">{supportEmail ? t('setup.askAt', { email: supportEmail }) : t('setup.ask')}</Text>
      </Need>
    </Stack>
  )
}

interface NeedProps {
  readonly isMet: boolean
  readonly text: string
  /** What to do as long as it is not met. */
  readonly children?: React.ReactNode
}

function Need({ isMet, text, children }: NeedProps) {
  const { t } = useTranslation('selling')
  const Icon = isMet ? IconCheck : IconX
  return (
    <Group component="li" wrap="nowrap" align="start" gap="sm">
      <ThemeIcon
        size="sm"
        radius="xl"
        variant="light"
        color={isMet ? 'green' : 'gray'}
        role="img"
        aria-label={isMet ? t('setup.met') : t('setup.missing')}
      >
        <Icon size={14} aria-hidden />
      </ThemeIcon>
      <div>
        <Text size="sm">{text}</Text>
        {!isMet && children}
      </div>
    </Group>
  )
}

const STEPS = ['products', 'listings', 'stores'] as const

function NextSteps() {
  const { t } = useTranslation('selling')
  return (
    <Panel title={t('setup.next')}>
      <Text size="sm">{t('setup.nextText')}</Text>
      <Group gap="xs">
        {STEPS.map((section, index) => (
          <RouteButton
            key={section}
            to="/selling/$section/$itemId"
            params={{ section, itemId: NEW }}
            variant={index === 0 ? 'filled' : 'default'}
          >
            {t(`create.${section}`)}
          </RouteButton>
        ))}
      </Group>
    </Panel>
  )
}
