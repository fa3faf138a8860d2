import { Anchor, Box, Button, Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InventorySlot } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { UNEQUIP_SLOT } from './documents.ts'
import { ItemPicture } from './ItemPicture.tsx'
import { useItemFilter } from './useInventory.ts'

const EQUIPPED_ITEM = graphql(`
  fragment EquippedItem on InventoryItem {
    id
    slot
    imageUrl
    template {
      id
      name
    }
  }
`)

const SLOTS = ['DRONE', 'PORTAL', 'WARP'] as const satisfies readonly InventorySlot[]

interface EquippedPanelProps {
  /** Undefined until they were read. */
  readonly items: readonly FragmentType<typeof EQUIPPED_ITEM>[] | undefined
  readonly onOpen: (id: string) => void
}

/** What is in each slot. */
export function EquippedPanel({ items, onOpen }: EquippedPanelProps) {
  const { t } = useTranslation('inventory')
  const equipped = getFragmentData(EQUIPPED_ITEM, items)
  return (
    <SimpleGrid component="section" aria-label={t('equipped.title')} cols={{ base: 1, xs: 3 }} spacing="sm">
      {SLOTS.map((slot) => {
        const item = equipped?.find((one) => one.slot === slot)
        return (
          <Paper key={slot} withBorder p="sm" radius="lg">
            <Text size="xs" c="dimmed" mb={4}>
              {t(`slots.${slot}`)}
            </Text>
            {!equipped && <Skeleton h={40} aria-hidden />}
            {equipped && !item && <Text size="sm">{t('equipped.nothing')}</Text>}
            {item && (
              <Group gap="sm" wrap="nowrap">
                <ItemPicture url={item.imageUrl} size={40} />
                <Box flex={1} miw={0}>
                  <Anchor component="button" type="button" size="sm" fw={600} truncate onClick={() => onOpen(item.id)}>
                    {item.template.name}
                  </Anchor>
                </Box>
                <UnequipButton slot={slot} name={item.template.name} />
              </Group>
            )}
          </Paper>
        )
      })}
    </SimpleGrid>
  )
}

interface UnequipButtonProps {
  readonly slot: InventorySlot
  readonly name: string
}

function UnequipButton({ slot, name }: UnequipButtonProps) {
  const { t } = useTranslation('inventory')
  const filter = useItemFilter()
  const unequip = useAct(UNEQUIP_SLOT)
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={unequip.isBusy}
      aria-label={t('equipped.unequipName', { name })}
      onClick={() => void unequip.act({ input: { slot }, filter })}
    >
      {t('acts.unequip')}
    </Button>
  )
}
