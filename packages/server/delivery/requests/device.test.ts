import { expect, test } from 'vitest'
import { type DeviceHints, deviceOf, withHints } from './device.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iphone = 'iPhone; CPU iPhone OS 18_6 like Mac OS X'

/** User agents of browsers in common use, exactly as the browsers send them. */
const browsers = `
phone android | Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36
phone android | Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) ${chrome.replace('Chrome', 'Version/4.0 Chrome')} Mobile Safari/537.36
phone android | Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36
phone android | Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 EdgA/141.0.0.0
phone android | Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 OPR/92.0.0.0
phone android | Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0
phone android | Mozilla/5.0 (Linux; U; Android 13; en-US; 2201117TY Build/TKQ1.221114.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/123.0.6312.118 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.33.0-gn
phone android | Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.14.0.322) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/16.0.6.300 Mobile Safari/537.36
tablet android | Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36
tablet android | Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Safari/537.36
tablet android | Mozilla/5.0 (Android 13; Tablet; rv:143.0) Gecko/143.0 Firefox/143.0
tablet android | Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/132.3.1 like Chrome/132.0.6834.163 Safari/537.36
other android | Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7484) AppleWebKit/537.36 (KHTML, like Gecko) Silk/132.3.1 like Chrome/132.0.6834.163 Safari/537.36
other android | Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2 Build/STT2.220929.001) ${chrome} Safari/537.36
other android | Mozilla/5.0 (Linux; Android 12; Chromecast Build/STTE.240615.004) ${chrome} Safari/537.36 CrKey/1.56.500000
other android | Mozilla/5.0 (Linux; Android 14; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/38.2.0 Chrome/132.0.6834.165 VR Safari/537.36
phone ios | Mozilla/5.0 (${iphone}) ${webkit} Version/18.6 Mobile/15E148 Safari/604.1
phone ios | Mozilla/5.0 (${iphone}) ${webkit} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1
phone ios | Mozilla/5.0 (${iphone}) ${webkit} FxiOS/143.2 Mobile/15E148 Safari/605.1.15
phone ios | Mozilla/5.0 (${iphone}) ${webkit} Mobile/22G86 Instagram 400.0.0.0.1 (iPhone15,2; iOS 18_6; en_US; en; scale=3.00; 1179x2556)
phone ios | Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) ${webkit} Version/12.1.2 Mobile/15E148 Safari/604.1
tablet ios | Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) ${webkit} Version/12.1.2 Mobile/15E148 Safari/604.1
tablet ios | Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webkit} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1
tablet ios | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} CriOS/141 Version/11.1.1 Safari/605.1.15
tablet ios | Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) ${webkit} FxiOS/143.2 Safari/605.1.15
tablet ios | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Mobile/15E148
computer macos | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.6 Safari/605.1.15
computer macos | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36
computer macos | Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0
computer windows | Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36
computer windows | Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/141.0.0.0
computer windows | Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0
computer windows | Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; SLCC2; .NET CLR 2.0.50727; Tablet PC 2.0; rv:11.0) like Gecko
computer linux | Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36
computer linux | Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0
computer linux | Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0
phone linux | Mozilla/5.0 (Linux; Ubuntu 20.04) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.144 Mobile Safari/537.36
computer chromeos | Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36
computer chromeos | Mozilla/5.0 (X11; CrOS aarch64 15699.85.0) ${chrome} Safari/537.36
computer other | Mozilla/5.0 (X11; FreeBSD amd64; rv:143.0) Gecko/20100101 Firefox/143.0
phone other | Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15254
phone other | Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5
phone other | Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile
tablet other | Mozilla/5.0 (Tablet; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1
other other | Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36
other other | Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36 WebAppManager
other other | Mozilla/5.0 (PlayStation; PlayStation 5/9.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15
other other | Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0
other other | Mozilla/5.0 (Nintendo Switch; WebApplet) AppleWebKit/613.0 (KHTML, like Gecko) NF/6.0.3.26.0 NintendoBrowser/5.1.0.33723
other other | something that nobody knows
`
  .trim()
  .split('\n')
  .map(line => line.split(' | '))

test.each(browsers)('%s: %s', (expected, userAgent = '') => {
  const { type, system } = deviceOf(userAgent)
  expect(`${type} ${system}`).toBe(expected)
})

const none: DeviceHints = { mobile: null, platform: null }
const computer = deviceOf(`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`)
const phone = deviceOf(`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`)

test('what a browser says in hints comes before its user agent', () => {
  expect(withHints(phone, none)).toBe(phone)
  expect(withHints(computer, { mobile: '?0', platform: '"Chrome OS"' })).toEqual({
    type: 'computer',
    system: 'chromeos'
  })
  expect(withHints(computer, { mobile: '?0', platform: '"Android"' })).toEqual({
    type: 'tablet',
    system: 'android'
  })
  expect(withHints(computer, { mobile: '?1', platform: '"Android"' })).toEqual({
    type: 'phone',
    system: 'android'
  })
  expect(withHints(phone, { mobile: null, platform: '"Android"' })).toEqual(phone)
})

test('hints that say nothing change nothing, and none makes a computer of a television', () => {
  for (const platform of ['"Unknown"', '""', '', '"A system of next year"'])
    expect(withHints(phone, { mobile: '?1', platform })).toEqual(phone)
  const television = deviceOf('Mozilla/5.0 (Linux; Android 12; BRAVIA 4K) Safari/537.36')
  expect(withHints(television, { mobile: '?0', platform: '"Android"' })).toEqual(television)
})
