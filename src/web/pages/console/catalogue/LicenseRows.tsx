import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GraphForm } from '../../../graph/useGraphForm.ts'
import type { CatalogueValues } from './CatalogueField.tsx'
import { LICENSE_ACTIONS, LICENSE_TYPES } from './licenseTypes.ts'

interface LicenseRowsProps {
  readonly form: GraphForm<CatalogueValues>['form']
}

/** The licenses of a group, each with what it is for. */
export function LicenseRows({ form }: LicenseRowsProps) {
  const { t } = useTranslation('staffCatalogue')
  const { licenses } = form.values
  const rows: readonly unknown[] = Array.isArray(licenses) ? licenses : []
  return (
    <Fieldset legend={t('licenses.label')}>
      <Stack gap="xs">
        {rows.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('licenses.none')}
          </Text>
        )}
        {rows.map((_row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the form knows its rows by their places.
          <LicenseRow key={index} form={form} index={index} />
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => form.insertListItem('licenses', { forType: 'PERMISSION', forId: '', forAction: 'HAVE' })}
          >
            {t('licenses.add')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

function LicenseRow({ form, index }: LicenseRowsProps & { readonly index: number }) {
  const { t } = useTranslation('staffCatalogue')
  const path = `licenses.${index}`
  const place = index + 1
  return (
    <Group gap={4} align="flex-start">
      <NativeSelect
        aria-label={t('licenses.typeOf', { place })}
        data={LICENSE_TYPES.map((value) => ({ value, label: t(`licenses.types.${value}`) }))}
        {...form.getInputProps(`${path}.forType`)}
      />
      <TextInput
        flex={1}
        miw={160}
        aria-label={t('licenses.idOf', { place })}
        placeholder={t('licenses.id')}
        {...form.getInputProps(`${path}.forId`)}
        // The server tells a fault of the whole license.
        data-path={path}
        error={form.errors[path] ?? form.errors[`${path}.forId`]}
      />
      <NativeSelect
        aria-label={t('licenses.actionOf', { place })}
        data={LICENSE_ACTIONS.map((value) => ({ value, label: t(`licenses.actions.${value}`) }))}
        {...form.getInputProps(`${path}.forAction`)}
      />
      <ActionIcon
        size={36}
        variant="subtle"
        color="red"
        aria-label={t('licenses.remove', { place })}
        onClick={() => form.removeListItem('licenses', index)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
