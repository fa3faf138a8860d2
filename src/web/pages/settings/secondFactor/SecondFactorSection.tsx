import { Badge, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { formatDateTime } from '../../../formats.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { DisableButton } from './DisableButton.tsx'
import { SECOND_FACTOR, SECOND_FACTOR_CHANGES, SETTINGS_SECOND_FACTOR } from './documents.ts'
import { EnableForm } from './EnableForm.tsx'
import { RecoveryCodesPanel } from './RecoveryCodesPanel.tsx'

/** Codes of an app that are needed to sign in. */
export function SecondFactorSection() {
  const { t, i18n } = useTranslation('settings')
  useLive(SECOND_FACTOR_CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(SECOND_FACTOR, {})
  const [isNew, setNew] = useState(false)
  const viewer = getFragmentData(SETTINGS_SECOND_FACTOR, data?.viewer)
  const enabledAt = viewer?.twoFactorEnabledAt
  return (
    <>
      <Panel
        title={t('secondFactor.title')}
        aside={
          viewer && (
            <Badge variant="light" color={enabledAt ? 'green' : 'gray'}>
              {enabledAt ? t('secondFactor.on') : t('secondFactor.off')}
            </Badge>
          )
        }
        isLoading={isLoading && !viewer}
        refusal={refusal}
        onRetry={reload}
      >
        <Text size="sm">{t('secondFactor.text')}</Text>
        {viewer && !enabledAt && <EnableForm onEnabled={() => setNew(true)} />}
        {enabledAt && (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t('secondFactor.since', { time: formatDateTime(i18n.language, enabledAt) })}
            </Text>
            <Group>
              <DisableButton />
            </Group>
          </Stack>
        )}
      </Panel>
      {enabledAt && <RecoveryCodesPanel isNew={isNew} />}
    </>
  )
}
