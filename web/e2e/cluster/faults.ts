import { type Cluster, instanceOf } from './cluster.ts'

export type Fault = {
  name: string
  movesClock?: boolean
  begin(): Promise<void>
  end(): Promise<void>
}

/** Kills instances in turn; shifts the clock of the first. */
export function faultsOf(cluster: Cluster): Fault[] {
  const { primary, replica } = cluster
  let killed = 0
  const instance = () => instanceOf(cluster, killed % cluster.instances.length)
  return [
    {
      name: 'an instance killed',
      begin: () => instance().kill(),
      end: async () => {
        await instance().restart()
        killed += 1
      },
    },
    { name: 'the primary killed', begin: primary.kill, end: primary.restart },
    { name: 'the replica killed', begin: replica.kill, end: replica.restart },
    {
      name: 'the network to the primary cut',
      begin: async () => cluster.cut(),
      end: async () => cluster.restore(),
    },
    skewed(cluster, 'a clock 90 s ahead', 90),
    skewed(cluster, 'a clock 90 s behind', -90),
  ]
}

const skewed = ({ clocks }: Cluster, name: string, seconds: number): Fault => ({
  name,
  movesClock: true,
  begin: async () => clocks.skew(0, seconds),
  end: async () => clocks.skew(0, 0),
})
