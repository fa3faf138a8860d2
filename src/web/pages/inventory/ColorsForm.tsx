import { ColorInput, SimpleGrid, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import type { InventoryColorInput, InventoryColorName, ItemColorsFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'
import { UPDATE_ITEM } from './documents.ts'
import { useItemFilter } from './useInventory.ts'

const ITEM_COLORS = graphql(`
  fragment ItemColors on InventoryItem {
    id
    viewerCanArchive
    viewerCanEquip
    colors {
      name
      value
    }
  }
`)

const NAMES = ['PRIMARY', 'SECONDARY', 'TRAIL'] as const satisfies readonly InventoryColorName[]
type Name = (typeof NAMES)[number]

interface ColorsFormProps {
  readonly item: FragmentType<typeof ITEM_COLORS>
}

/** The colors of an item that its holder can choose. */
export function ColorsForm({ item }: ColorsFormProps) {
  const data = getFragmentData(ITEM_COLORS, item)
  const canChange = data.viewerCanArchive || data.viewerCanEquip
  return data.colors.length > 0 && canChange ? <Fields data={data} /> : null
}

const inputOf = (changes: Partial<Record<Name, string>>): InventoryColorInput[] =>
  NAMES.flatMap((name) => {
    const value = changes[name]
    return value === undefined ? [] : [{ name, value }]
  })

function Fields({ data: { id: itemId, colors } }: { readonly data: ItemColorsFragment }) {
  const { t } = useTranslation('inventory')
  const filter = useItemFilter()
  const update = useAct(UPDATE_ITEM)
  const colorOf = (name: Name) => colors.find((color) => color.name === name)?.value ?? ''
  const current = { PRIMARY: colorOf('PRIMARY'), SECONDARY: colorOf('SECONDARY'), TRAIL: colorOf('TRAIL') }
  const edit = useEditForm<Record<Name, string>>({ name: 'item-colors', current }, async (changes) => {
    await update.attempt({ input: { itemId, colors: inputOf(changes) }, filter })
  })
  const shown = NAMES.filter((name) => colors.some((color) => color.name === name))
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {shown.map((name) => (
            <ColorInput
              key={name}
              label={t(`colors.${name}`)}
              format="hex"
              withEyeDropper={false}
              {...edit.form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        {edit.isDirty && <EditFormFooter edit={edit} labelOf={(field) => t(`colors.${field}`)} />}
      </Stack>
    </form>
  )
}
