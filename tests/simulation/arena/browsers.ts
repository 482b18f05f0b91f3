import type { Visitor } from './player.ts'

/** Returns a browser whose user agent no other browser has, like one from a list of random versions. */
export function inventedChrome(address: string, nth: number): Visitor {
  return {
    address,
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${nth}.0 Safari/537.36`
  }
}

/** The user agents of the most common browsers, without the details that browsers no longer send. */
const currentBrowsers = [
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15'
] as const

export const currentBrowser = (nth: number): string =>
  currentBrowsers[nth % currentBrowsers.length] ?? currentBrowsers[0]

/** Returns an address in the nth home network; no two of these networks are in the same /24. */
export const home = (nth: number): string => `81.${Math.floor(nth / 250) % 250}.${nth % 250}.7`

export const times = <Value>(count: number, make: (nth: number) => Value): Value[] =>
  Array.from({ length: count }, (_, nth) => make(nth))

/** Returns people at home who come only on that day, with the most common browsers. */
export const atHome = (count: number, day: number): Visitor[] =>
  times(count, nth => ({ address: home(day * count + nth), userAgent: currentBrowser(nth) }))

const android = (device: string, rest: string) =>
  `Mozilla/5.0 (Linux; Android 13; ${device}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`
const iphone = (rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`
const windows = (rest: string) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`
const webView = 'Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36'
const mobileChrome = 'Chrome/140.0.0.0 Mobile Safari/537.36'

/** User agents of rare browsers: apps that open pages, televisions, game consoles, and old phones. */
export const rareBrowsers: readonly string[] = [
  android('SM-A546B; wv', `${webView} [FB_IAB/FB4A;FBAV/520.0.0.42.68;]`),
  android('Pixel 8; wv', `${webView} Instagram 390.0.0.43.81 Android`),
  android('SM-S918B; wv', `${webView} musical_ly_2024100101 BytedanceWebview/d8a21c6`),
  android('22101316G; wv', `${webView} MicroMessenger/8.0.62.2900 Weixin NetType/WIFI Language/en`),
  android('CPH2449; wv', `${webView} Telegram-Android/11.9.0`),
  android('SM-G991B; wv', `${webView} MetaMaskMobile`),
  android('KINGKONG 9; wv', webView),
  android('K', `SamsungBrowser/28.0 ${mobileChrome}`),
  android('K', `${mobileChrome} OPR/91.0.0.0`),
  android('K', `${mobileChrome} EdgA/140.0.0.0`),
  android('K', `${mobileChrome} YaBrowser/25.8.0.0 SA/3`),
  android(
    'M2102J20SG',
    `Version/4.0 Chrome/124.0.6367.179 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.30.0`
  ),
  android('NOH-NX9', `Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36`),
  android('V2250', `Version/4.0 Chrome/123.0.6312.118 Mobile Safari/537.36 VivoBrowser/14.5.0.0`),
  android(
    'RMX3085',
    `Version/4.0 Chrome/115.0.5790.168 Mobile Safari/537.36 UCBrowser/13.7.8.1317`
  ),
  'Mozilla/5.0 (Android 14; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0',
  'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/191.352; U; en) Presto/2.12.423 Version/12.16',
  iphone('CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1'),
  iphone('FxiOS/141.0 Mobile/15E148 Safari/605.1.15'),
  iphone('EdgiOS/140.0.3485.54 Version/18.0 Mobile/15E148 Safari/604.1'),
  iphone('GSA/380.0.788317806 Mobile/15E148 Safari/604.1'),
  iphone('Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBDV/iPhone14,5;FBSV/18.5]'),
  iphone('Version/16.3 DuckDuckGo/7 Mobile/15E148 Safari/605.1.15'),
  'Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
  windows('Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'),
  windows('Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0'),
  windows('Chrome/140.0.0.0 Safari/537.36 Vivaldi/7.5.3735.74'),
  'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36 WebAppManager',
  'Mozilla/5.0 (PlayStation; PlayStation 5/9.60) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.4 Safari/605.1.15'
]
