import { Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import { setDeviceNotifications, useDeviceNotifications } from '../../deviceNotifications/setting.ts'

/** Whether this device shows notifications outside of the page. */
export function DevicePanel() {
  const { t } = useTranslation('settings')
  const state = useDeviceNotifications()
  const isPossible = state === 'on' || state === 'off'
  return (
    <Panel title={t('device.title')}>
      <Stack gap="xs">
        <Switch
          label={t('device.label')}
          description={t('device.hint')}
          checked={state === 'on'}
          disabled={!isPossible}
          onChange={({ currentTarget: { checked } }) => void setDeviceNotifications(checked, t('device.sample'))}
        />
        {!isPossible && <Text size="sm">{t(`device.${state}`)}</Text>}
      </Stack>
    </Panel>
  )
}
