import { Button, Group, NativeSelect, Paper, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../../components/PageHead.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { RouteButton } from '../../../components/RouteLink.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { JAM_TYPES } from '../../jams/search.ts'
import { CREATE_JAM } from './documents.ts'
import { JamFields } from './JamFields.tsx'
import { inputOf, NEW_JAM, type NewJamValues } from './values.ts'

/** The form for a new jam. */
export function NewJamPage() {
  const { t } = useTranslation(['staffJams', 'jams', 'console', 'common'])
  const navigate = useNavigate()
  const create = useAct(CREATE_JAM)
  const options = { name: 'jam', mode: 'controlled' as const, initialValues: NEW_JAM }
  const { form, refusal, isBusy, onSubmit } = useGraphForm<NewJamValues>(options, async ({ type, ...values }) => {
    const { createJam } = await create.attempt({ input: { type, ...inputOf(values) } })
    notifications.show({ message: t('staffJams:created', { title: values.title }) })
    const { jam } = createJam
    await (jam
      ? navigate({ to: '/console/jams/$jamId', params: { jamId: jam.id } })
      : navigate({ to: '/console/jams' }))
  })
  const title = t('staffJams:new')
  return (
    <Stack gap="md">
      <PageHead title={title} windowTitle={t('console:pageTitle', { page: title })} />
      <Paper withBorder p="md" radius="lg">
        <form onSubmit={onSubmit} noValidate>
          <Stack>
            <NativeSelect
              label={t('staffJams:fields.type')}
              description={t('staffJams:fields.typeHint')}
              data={JAM_TYPES.map((value) => ({ value, label: t(`jams:types.${value}`) }))}
              {...form.getInputProps('type')}
            />
            <JamFields propsOf={form.getInputProps} isContentGated={form.values.isContentGated} />
            {refusal && <RefusalAlert refusal={refusal} />}
            <Group gap="xs">
              <Button type="submit" loading={isBusy}>
                {t('staffJams:create')}
              </Button>
              <RouteButton to="/console/jams" variant="subtle" color="gray">
                {t('common:cancel')}
              </RouteButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Stack>
  )
}
